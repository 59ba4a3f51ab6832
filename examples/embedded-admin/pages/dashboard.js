// What the parts say to the page around them.
addEventListener('cms-open', (event) => {
  event.preventDefault()
  document.querySelector('cms-document').documentId = event.detail.id
})
addEventListener('cms-saved', (event) => {
  document.querySelector('#said').textContent = `Saved: ${event.detail.doc.name}`
})
