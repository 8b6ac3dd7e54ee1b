/** Everything may be read by everyone, the JSON too; but sorting and paging make endless addresses of the same, and whole tables are not for crawlers. */
export const robotsText = (publicUrl: string): string =>
  [
    'User-agent: *',
    'Disallow: /*?*sort=',
    'Disallow: /*?*cursor=',
    'Disallow: /downloads/',
    'Allow: /',
    ...(publicUrl === '' ? [] : ['', `Sitemap: ${publicUrl}/sitemap.xml`]),
    '',
  ].join('\n')
