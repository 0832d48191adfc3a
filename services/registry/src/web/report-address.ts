/** The operator's contact, with what is reported as the subject of a mail or the title of an issue. */
export function reportAddress(contact: string, subject: string): string {
  if (contact.startsWith('mailto:')) return `${contact}?subject=${encodeURIComponent(subject)}`
  const url = new URL(contact)
  url.searchParams.set('title', subject)
  return url.href
}
