interface Visit {
  method?: string;
  form?: Record<string, string>;
  json?: unknown;
  headers?: Record<string, string>;
}

/** A response, with redirects not followed. */
export interface Visited {
  status: number;
  headers: Headers;
  /** The absolute redirect target; undefined without a redirect. */
  location: URL | undefined;
  text: string;
}

/** The parts of a browser that sign-in needs. It stores cookies, which a host shares between its ports. */
export interface CookieClient {
  /** By name. */
  cookies: Map<string, string>;
  visit(path: string, visit?: Visit): Promise<Visited>;
  /** Follows redirects. */
  follow(visited: Visited): Promise<Visited & { url: URL }>;
  /** Submits the sign-in form with its token. */
  signIn(credentials: Record<string, string>, headers?: Record<string, string>): Promise<Visited>;
}

/** @param url of the application, without a trailing slash; `standing` are headers that every request has. */
export function cookieClient(url: string, standing: Record<string, string> = {}): CookieClient {
  const cookies = new Map<string, string>();

  async function visit(path: string, { method, form, json, headers = {} }: Visit = {}): Promise<Visited> {
    const target = new URL(path, url);
    const body = form ? new URLSearchParams(form).toString() : json === undefined ? undefined : JSON.stringify(json);
    const type = form ? "application/x-www-form-urlencoded" : "application/json";
    const response = await fetch(target, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        ...standing,
        ...(cookies.size > 0 && { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") }),
        ...(body !== undefined && { "Content-Type": type }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      redirect: "manual",
      signal: AbortSignal.timeout(15_000),
    });
    for (const line of response.headers.getSetCookie()) keep(line);
    const location = response.headers.get("location");
    return {
      status: response.status,
      headers: response.headers,
      location: location === null ? undefined : new URL(location, target),
      text: await response.text(),
    };
  }

  function keep(line: string): void {
    const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
    const equals = pair.indexOf("=");
    const name = pair.slice(0, equals);
    const isGone = attributes.some((attribute) => /^max-age=0$|^expires=.* 1970 /i.test(attribute));
    if (isGone || equals === pair.length - 1) cookies.delete(name);
    else cookies.set(name, pair.slice(equals + 1));
  }

  async function csrfToken(): Promise<string> {
    const { text } = await visit("/api/auth/csrf");
    return (JSON.parse(text) as { csrfToken: string }).csrfToken;
  }

  return {
    cookies,
    visit,
    async follow(visited) {
      let current = visited;
      let at = new URL(url);
      for (let step = 0; current.location && step < 20; step++) {
        at = current.location;
        current = await visit(at.href);
      }
      return { ...current, url: at };
    },
    async signIn(credentials, headers = {}) {
      const form = { csrfToken: await csrfToken(), callbackUrl: "/", ...credentials };
      return visit("/api/auth/callback/credentials", { form, headers: { Origin: new URL(url).origin, ...headers } });
    },
  };
}
