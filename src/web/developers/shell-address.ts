/** The address for a shell: literal, or with the variable that holds the public address. */
export const shellAddress = (publicUrl: string, path: string): string =>
  publicUrl === '' ? `"$GREYMARK${path}"` : `"${publicUrl}${path}"`
