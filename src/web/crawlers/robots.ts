/** Everything may be read by everyone, the JSON too; only sorting and paging make endless addresses of the same. */
export const robotsText = (publicUrl: string): string =>
  [
    'User-agent: *',
    'Disallow: /*?*sort=',
    'Disallow: /*?*cursor=',
    'Allow: /',
    ...(publicUrl === '' ? [] : ['', `Sitemap: ${publicUrl}/sitemap.xml`]),
    '',
  ].join('\n')
