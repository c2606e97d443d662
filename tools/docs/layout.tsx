import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { productName } from "@/components/ui/brand/product-name";
import type { Section } from "./markdown";

export interface NavigationGroup {
  name: string;
  pages: { title: string; address: string }[];
}

/** Addresses of the files that every page loads. */
export interface Assets {
  css: string;
  js: string;
  search: string;
  font: string;
}

interface LayoutProps {
  title: string;
  address: string;
  sections: Section[];
  navigation: NavigationGroup[];
  assets: Assets;
  children: ReactNode;
}

export function renderPage(props: LayoutProps): string {
  return `<!doctype html>\n${renderToStaticMarkup(<Layout {...props} />)}\n`;
}

function Layout({ title, address, sections, navigation, assets, children }: LayoutProps) {
  const order = navigation.flatMap(({ pages }) => pages);
  const index = order.findIndex((page) => page.address === address);
  const [previous, next] = index < 0 ? [] : [order[index - 1], order[index + 1]];
  const contents = sections.filter(({ id, depth }) => id && depth <= 3);
  return (
    <html lang="en">
      {/* biome-ignore lint/style/noHeadElement: not a page of Next. */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${productName}`}</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="preload" href={assets.font} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href={assets.css} />
        <script src={assets.js} data-search={assets.search} defer />
      </head>
      <body>
        <a className="skip" href="#site-content">
          Skip to content
        </a>
        <header className="bar">
          <button type="button" className="menu" popoverTarget="site-navigation">
            Menu
          </button>
          <a className="home" href="/docs" aria-label={`${productName} Documentation`}>
            <svg width="24" height="24" viewBox="0 0 16 16" aria-hidden="true">
              <g fill="none" stroke="var(--accent)" strokeWidth="2">
                <path d="M7 4V3a2 2 0 0 0-2-2H3a2 2 0 0 0-2 2v2a2 2 0 0 0 2 2h1" />
                <path d="M9 12v1a2 2 0 0 0 2 2h2a2 2 0 0 0 2-2v-2a2 2 0 0 0-2-2h-1" />
              </g>
              <rect x="5" y="5" width="6" height="6" rx="1.75" fill="var(--accent)" />
            </svg>
            <span>
              {productName} <span className="quiet">Documentation</span>
            </span>
          </a>
          <search>
            <input
              type="search"
              id="site-search"
              placeholder="Search"
              aria-label="Search the documentation"
              role="combobox"
              aria-expanded="false"
              aria-controls="site-results"
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
            />
            <div id="site-results" role="listbox" aria-label="Search results" hidden />
            <p id="site-search-status" role="status" hidden />
          </search>
          <a className="dashboard" href="/">
            Dashboard
          </a>
        </header>
        <nav id="site-navigation" aria-label="Documentation" popover="auto">
          {navigation.map(({ name, pages }) => (
            <details
              key={name}
              open={index < 0 ? name !== "Design and quality" : pages.some((page) => page.address === address)}
            >
              <summary>{name}</summary>
              <ul>
                {pages.map((page) => (
                  <li key={page.address}>
                    <a href={page.address} aria-current={page.address === address ? "page" : undefined}>
                      {page.title}
                    </a>
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </nav>
        <main id="site-content" tabIndex={-1}>
          {children}
          {(previous || next) && (
            <nav className="neighbours" aria-label="Previous and next page">
              {previous && (
                <a href={previous.address} rel="prev">
                  <small>Previous</small>
                  {previous.title}
                </a>
              )}
              {next && (
                <a href={next.address} rel="next">
                  <small>Next</small>
                  {next.title}
                </a>
              )}
            </nav>
          )}
        </main>
        {contents.length > 1 && (
          <nav className="contents" aria-label="On this page">
            <details>
              <summary>On this page</summary>
              <ul>
                {contents.map(({ id, title: heading, depth }) => (
                  <li key={id} data-depth={depth}>
                    <a href={`#${id}`}>{heading}</a>
                  </li>
                ))}
              </ul>
            </details>
          </nav>
        )}
      </body>
    </html>
  );
}
