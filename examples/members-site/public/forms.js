// Sends the site's forms to the API: it checks passwords, sets the session's cookies, and protects them against other sites.
const api = (method, path, data) =>
  fetch(`/api/cms/users/${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-csrf-token': /svc-csrf=([^;]+)/.exec(document.cookie)?.[1] ?? '' },
    ...(data && { body: JSON.stringify(data) }),
  })

const actions = {
  'sign-in': (data) => api('POST', 'login', data),
  'sign-out': () => api('POST', 'logout', {}),
  // The token shows that a person had the page open for a moment.
  'sign-up': async (data) => api('POST', 'signup', { ...data, token: await token }),
  confirm: () => api('POST', 'verify-email', { token: new URLSearchParams(location.search).get('token') }),
}

const token = document.querySelector('form[name="sign-up"]') && api('GET', 'signup').then(async (answer) => (await answer.json()).token)

for (const form of document.forms)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const answer = await actions[form.name](Object.fromEntries(new FormData(form)))
    const result = answer.status === 204 ? {} : await answer.json()
    if (answer.ok && !result.verify) location.assign('/account')
    else form.querySelector('output').textContent = result.verify ? 'Please open the link in the email.' : result.errors[0].message
  })
