/** In a shell: the address as it is, or with the variable that stands for its beginning. */
export const shellAddress = (publicUrl: string, path: string): string =>
  publicUrl === '' ? `"$GREYMARK${path}"` : `"${publicUrl}${path}"`
