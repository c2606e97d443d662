/** A form over what is on record by now: what was changed in it since `before` stays, the rest is as it is there. */
export function rebase<T>(form: T, before: T, now: T): T {
  if (typeof form !== "object" || form === null || Array.isArray(form)) {
    return JSON.stringify(form) === JSON.stringify(before) ? now : form;
  }
  const names = Object.keys(form) as (keyof T)[];
  return Object.fromEntries(names.map((name) => [name, rebase(form[name], before[name], now[name])])) as T;
}
