import { describe, expect, test, vi } from "vitest";
import { colorSchemeCookieText, colorSchemeFrom, cookieColorSchemeManager, readColorScheme } from "./color-scheme";

describe("the cookie", () => {
  test.each([
    ["light", "light"],
    ["dark", "dark"],
    ["auto", "auto"],
    [undefined, "auto"],
    ["", "auto"],
    ['dark"><script>', "auto"],
  ])("%j asks for %s", (value, scheme) => {
    expect(colorSchemeFrom(value)).toBe(scheme);
  });

  test.each([
    ["color-scheme=dark", "dark"],
    ["a=1; color-scheme=light; b=2", "light"],
    ["x-color-scheme=dark", "auto"],
    ["", "auto"],
  ])("is found in %j", (cookies, scheme) => {
    expect(readColorScheme(cookies)).toBe(scheme);
  });

  test("is sent to every page, for a year, and over TLS alone where the page came over it", () => {
    expect(colorSchemeCookieText("dark", false)).toBe("color-scheme=dark; Path=/; Max-Age=31536000; SameSite=Lax");
    expect(colorSchemeCookieText("auto", true)).toMatch(/^color-scheme=auto; .*; Secure$/);
  });
});

test("what one tab chooses, another shows, and does not tell back", async () => {
  const page = { cookie: "" };
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", { location: { protocol: "http:" } });
  const [here, there] = [cookieColorSchemeManager(), cookieColorSchemeManager()];
  const told = { here: vi.fn(), there: vi.fn() };
  here.subscribe((scheme) => {
    told.here(scheme);
    here.set(scheme);
  });
  there.subscribe((scheme) => {
    told.there(scheme);
    there.set(scheme);
  });

  here.set("dark");
  await vi.waitFor(() => expect(told.there).toHaveBeenCalledWith("dark"));
  expect(there.get("auto")).toBe("dark");
  here.set("light");
  await vi.waitFor(() => expect(told.there).toHaveBeenCalledTimes(2));
  expect(told.here).not.toHaveBeenCalled();
  here.unsubscribe();
  there.unsubscribe();
  vi.unstubAllGlobals();
});
