import { describe, expect, it } from "vitest";
import { GET as getAsset } from "./assets/[version]/[name]/route";
import { GET } from "./route";

const addresses = [...(await GET().text()).matchAll(/(?:href|src)="([^"]*)"|url\("([^"]*)"\)/g)].map(
  ([, attribute, url]) => attribute ?? url ?? "",
);
const assets = addresses.filter((address) => address.startsWith("/docs/assets/"));

async function read(address: string): Promise<Response> {
  const [version = "", name = ""] = address.split("/").slice(3);
  return getAsset(new Request(`http://localhost${address}`), { params: Promise.resolve({ version, name }) });
}

describe("the reference page", () => {
  it("refers to this origin only", () => {
    expect(addresses.length).toBeGreaterThan(5);
    expect(addresses.filter((address) => !/^(?:\/(?!\/)|#|data:,$)/.test(address))).toEqual([]);
  });

  it("has a policy for this origin only", () => {
    const policy = GET().headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
  });
});

describe("the files of Swagger UI", () => {
  it.each(assets)("%s is cached permanently", async (address) => {
    const response = await read(address);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/(?:css|javascript); charset=utf-8$/);
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100_000);
  });

  it.each(["/docs/assets/0000000000000000/swagger-ui.css", "/docs/assets/0/package.json", "/docs/assets/0/toString"])(
    "%s is not found",
    async (address) => {
      expect((await read(address)).status).toBe(404);
    },
  );
});
