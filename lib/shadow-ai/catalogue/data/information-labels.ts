/**
 * Names below an application's domain under which people read about it and do not use it. What is below such a domain
 * counts for it, but these do not.
 */
export const informationLabels: string[] = [
  "academy",
  "blog",
  "careers",
  "changelog",
  "community",
  "docs",
  "events",
  "help",
  "jobs",
  "learn",
  "legal",
  "news",
  "press",
  "status",
  "support",
  "trust",
];
