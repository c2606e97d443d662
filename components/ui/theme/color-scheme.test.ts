import { expect, test, vi } from "vitest";
import { colorSchemeCookieText, cookieColorSchemeManager, readColorScheme } from "./color-scheme";

test.each([
  ["color-scheme=dark", "dark"],
  ["a=1; color-scheme=light; b=2", "light"],
  ["x-color-scheme=dark", "auto"],
  ['color-scheme=dark"><script>', "auto"],
  ["", "auto"],
])("the cookies %j select %s", (cookies, scheme) => {
  expect(readColorScheme(cookies)).toBe(scheme);
});

test("the cookie is valid for a year on every page, and secure on a page with TLS", () => {
  expect(colorSchemeCookieText("dark", false)).toBe("color-scheme=dark; Path=/; Max-Age=31536000; SameSite=Lax");
  expect(colorSchemeCookieText("auto", true)).toMatch(/^color-scheme=auto; .*; Secure$/);
});

test("other tabs are notified of a change and do not send it back", async () => {
  const page = { cookie: "" };
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", { location: { protocol: "http:" } });
  const [here, there] = [cookieColorSchemeManager(), cookieColorSchemeManager()];
  const notified = { here: vi.fn(), there: vi.fn() };
  here.subscribe((scheme) => {
    notified.here(scheme);
    here.set(scheme);
  });
  there.subscribe((scheme) => {
    notified.there(scheme);
    there.set(scheme);
  });

  here.set("dark");
  await vi.waitFor(() => expect(notified.there).toHaveBeenCalledWith("dark"));
  expect(there.get("auto")).toBe("dark");
  here.set("light");
  await vi.waitFor(() => expect(notified.there).toHaveBeenCalledTimes(2));
  expect(notified.here).not.toHaveBeenCalled();
  here.unsubscribe();
  there.unsubscribe();
  vi.unstubAllGlobals();
});
