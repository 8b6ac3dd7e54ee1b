/**
 * Crawlers may read everything, JSON included, except sorted and paged lists and past moments, which are endless
 * variants of the same rows, and whole tables.
 */
export const robotsText = (publicUrl: string): string =>
  [
    'User-agent: *',
    'Disallow: /*?*sort=',
    'Disallow: /*?*cursor=',
    'Disallow: /*?*asOf=',
    'Disallow: /downloads/',
    'Allow: /',
    ...(publicUrl === '' ? [] : ['', `Sitemap: ${publicUrl}/sitemap.xml`]),
    '',
  ].join('\n')
