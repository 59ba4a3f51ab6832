// Elements of the shop's own inside the admin: an editor and a cell for colours, a page, a widget. The contract stands in docs/admin.md.

class ShopColour extends HTMLElement {
  #input = Object.assign(document.createElement('input'), { type: 'color' })

  connectedCallback() {
    this.#input.setAttribute('aria-label', this.field.name)
    this.#input.addEventListener('input', () => {
      this.dispatchEvent(new CustomEvent('change', { detail: this.#input.value, bubbles: true }))
    })
    this.replaceChildren(this.#input)
  }

  set value(value) {
    this.#input.value = value ?? '#000000'
  }

  set readOnly(isReadOnly) {
    this.#input.disabled = isReadOnly
  }
}

class ShopColourCell extends HTMLElement {
  set value(value) {
    this.style.borderInlineStart = `1.5em solid ${value ?? 'transparent'}`
    this.style.paddingInlineStart = '0.5em'
    this.textContent = value ?? ''
  }
}

class ShopStock extends HTMLElement {
  async connectedCallback() {
    const { docs } = await this.api.get('/products', { sort: 'name', limit: 100 })
    const list = document.createElement('ul')
    for (const { id, name, price } of docs) {
      const link = Object.assign(document.createElement('button'), { textContent: `${name}: ${price ?? 0}` })
      link.addEventListener('click', () => this.navigate(`c/products/${id}`))
      list.append(Object.assign(document.createElement('li'), {}))
      list.lastChild.append(link)
    }
    this.replaceChildren(Object.assign(document.createElement('h1'), { textContent: 'Stock' }), list)
  }
}

class ShopTotal extends HTMLElement {
  async connectedCallback() {
    const { totalDocs } = await this.api.get('/products', { limit: 1 })
    this.textContent = `${totalDocs} in the shop`
  }
}

customElements.define('shop-colour', ShopColour)
customElements.define('shop-colour-cell', ShopColourCell)
customElements.define('shop-stock', ShopStock)
customElements.define('shop-total', ShopTotal)
