/** Sends a form of filters as soon as one chooses from a list in it; without script its button does. */
export function applyChoices(page: Document): void {
  for (const form of page.querySelectorAll<HTMLFormElement>('form[data-applies]'))
    for (const choice of form.querySelectorAll('select'))
      choice.addEventListener('change', () => form.requestSubmit())
}
