/** The script of the documentation site: search, tabs of code samples, copy buttons. Pages also work without it. */

type Row = [address: string, page: string, heading: string, text: string];

export {};

const searchAddress = (document.currentScript as HTMLScriptElement).dataset["search"] ?? "";
const input = document.querySelector<HTMLInputElement>("#site-search");
const results = document.querySelector<HTMLElement>("#site-results");
const status = document.querySelector<HTMLElement>("#site-search-status");
const resultCount = 12;

let index: Promise<Row[]> | undefined;
let selected = -1;

function readIndex(): Promise<Row[]> {
  index ??= fetch(searchAddress).then((response) => {
    if (!response.ok) throw new Error(`status ${response.status}`);
    return response.json();
  });
  index.catch(() => {
    index = undefined;
  });
  return index;
}

/** Rows with all words. Words in titles count more than words in the text. */
function find(rows: Row[], query: string): Row[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const rated = rows.map((row): [number, Row] => {
    const [, page, heading, text] = row.map((part) => part.toLowerCase()) as Row;
    const title = heading || page;
    const scores = words.map((word): number => {
      if (title === word || title.startsWith(`${word} `)) return 12;
      if (` ${title}`.includes(` ${word}`)) return 8;
      if (title.includes(word)) return 5;
      if (page.includes(word)) return 3;
      return text.includes(word) ? 1 : 0;
    });
    if (scores.includes(0)) return [0, row];
    return [scores.reduce((sum, score) => sum + score, 0) + (heading ? 0 : 1), row];
  });
  const matches = rated.filter(([score]) => score > 0).sort(([a], [b]) => b - a);
  return matches.slice(0, resultCount).map(([, row]) => row);
}

function snippet(text: string, query: string): string {
  const [word = ""] = query.toLowerCase().split(/\s+/).filter(Boolean);
  const start = Math.max(0, text.toLowerCase().indexOf(word) - 40);
  const cut = text.slice(start, start + 120).replace(start > 0 ? /^\S*\s/ : "", "");
  return `${start > 0 ? "…" : ""}${cut}${start + 120 < text.length ? "…" : ""}`;
}

async function search(): Promise<void> {
  if (!input || !results || !status) return;
  const query = input.value.trim();
  if (query === "") return close();
  let found: Row[];
  try {
    found = find(await readIndex(), query);
  } catch {
    return announce("Search is unavailable. Check your connection and try again.");
  }
  // An older query must not replace the results of a newer one.
  if (query !== input.value.trim()) return;
  selected = -1;
  results.replaceChildren(
    ...found.map(([address, page, heading, text], position) => {
      const link = document.createElement("a");
      link.href = address;
      link.id = `result-${position}`;
      link.tabIndex = -1;
      link.role = "option";
      link.ariaSelected = "false";
      link.append(
        element("strong", heading || page),
        element("small", heading ? page : ""),
        element("span", snippet(text, query)),
      );
      return link;
    }),
  );
  announce(found.length > 0 ? "" : `No results for “${query}”.`);
  results.hidden = found.length === 0;
  input.ariaExpanded = String(found.length > 0);
  input.removeAttribute("aria-activedescendant");
}

function announce(message: string): void {
  if (!status || !results || !input) return;
  status.textContent = message;
  status.hidden = message === "";
  if (message) hideResults();
}

function close(): void {
  if (status) status.hidden = true;
  hideResults();
}

function hideResults(): void {
  if (!input || !results) return;
  results.replaceChildren();
  results.hidden = true;
  input.ariaExpanded = "false";
  input.removeAttribute("aria-activedescendant");
  selected = -1;
}

function select(step: number): void {
  const options = [...(results?.querySelectorAll<HTMLElement>("[role=option]") ?? [])];
  if (!input || options.length === 0 || results?.hidden) return;
  selected = (selected + step + options.length + (selected < 0 && step < 0 ? 1 : 0)) % options.length;
  for (const [position, option] of options.entries()) option.ariaSelected = String(position === selected);
  options[selected]?.scrollIntoView({ block: "nearest" });
  input.setAttribute("aria-activedescendant", `result-${selected}`);
}

function element(tag: string, text: string): HTMLElement {
  return Object.assign(document.createElement(tag), { textContent: text });
}

input?.addEventListener("focus", () => void readIndex().catch(() => undefined));
if (input && matchMedia("(pointer: fine)").matches) input.placeholder = "Search (press /)";
input?.addEventListener("input", () => void search());
input?.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    select(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter" && !event.isComposing) {
    results?.querySelector<HTMLElement>(`#result-${Math.max(selected, 0)}`)?.click();
  } else if (event.key === "Escape") close();
});
document.addEventListener("click", (event) => {
  if (!(event.target as Element).closest("search")) close();
  else if ((event.target as Element).closest("#site-results")) close();
});
document.addEventListener("keydown", (event) => {
  const isTyping = (event.target as Element).closest("input:not([type=radio]), textarea, select");
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
  event.preventDefault();
  input?.focus();
});

/** Shows the selected language in all samples, on every page. Browsers can block storage. */
const languageKey = "docs-language";
function storage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
function showLanguage(language: string | null): void {
  for (const radio of document.querySelectorAll<HTMLInputElement>(".samples input"))
    if (radio.value === language) radio.checked = true;
}
showLanguage(storage()?.getItem(languageKey) ?? null);
document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.type !== "radio") return;
  storage()?.setItem(languageKey, target.value);
  const before = target.getBoundingClientRect().top;
  showLanguage(target.value);
  window.scrollBy(0, target.getBoundingClientRect().top - before);
});

for (const code of document.querySelectorAll("pre > code")) {
  const button = Object.assign(element("button", "Copy"), { type: "button", className: "copy" });
  button.addEventListener("click", async () => {
    // Browsers offer the clipboard on HTTPS only.
    const copied = navigator.clipboard?.writeText(code.textContent ?? "").then(() => true);
    button.textContent = (await copied?.catch(() => false)) ? "Copied" : "Not copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  code.before(button);
}

/** The contents are beside the text on wide screens, and collapsed on narrow ones. */
const contents = document.querySelector<HTMLDetailsElement>(".contents details");
const wide = matchMedia("(width >= 80rem)");
const unfold = () => contents?.toggleAttribute("open", wide.matches);
unfold();
wide.addEventListener("change", unfold);

/** Opens the schema of the URL, and redirects addresses of the previous reference, such as `/docs#/Models/listModels`. */
function follow(): void {
  let fragment: string;
  try {
    fragment = decodeURIComponent(location.hash.slice(1));
  } catch {
    return;
  }
  const [, tag, operation] = /^\/([^/]+)(?:\/(\w+))?$/.exec(fragment) ?? [];
  if (tag) location.replace(`/docs/api/${tag.toLowerCase().replace(/[ _]/g, "-")}${operation ? `#${operation}` : ""}`);
  const target = document.getElementById(fragment);
  if (target instanceof HTMLDetailsElement) target.open = true;
}
follow();
addEventListener("hashchange", follow);
const current = document.querySelector<HTMLElement>("#site-navigation [aria-current]");
// Not `scrollIntoView`, which also scrolls the page.
if (current?.offsetParent) current.closest("nav")?.scrollTo(0, current.offsetTop - innerHeight / 2);
