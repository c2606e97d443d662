import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { endpointUrlProblem } from "@/lib/platform/outgoing/endpoint-url";
import { privateHostProblem, refusePrivateHost } from "@/lib/platform/outgoing/guarded-agent";

describe("endpointUrlProblem", () => {
  test.each([
    "https://example.com",
    "https://example.com/hooks?tenant=1&x=%20",
    "HTTPS://Example.COM/",
    "https://example.com:443/",
    "https://example.com:1024",
    "https://example.com:65535/",
    "https://example.com./",
    "https://my_hooks.a-b.example.co.uk",
    "https://xn--bcher-kva.example",
    "https://bücher.example/a",
    "https://93.184.216.34/",
    "https://[2606:4700::1111]:8443/",
    "https://localhost:9443",
    `https://example.com/${"a".repeat(2_048 - 20)}`,
    `https://${"a".repeat(63)}.example.com`,
  ])("accepts %s", (url) => {
    expect(endpointUrlProblem(url)).toBeUndefined();
  });

  const words = (text: string) => text.trim().split(/\s+/);
  const bad: [problem: string, urls: string[]][] = [
    [
      "must be an HTTPS URL such as",
      words(`
        example.com http://example.com ftp://example.com wss://example.com file:///etc/passwd data:text/plain,x
        https:example.com https:/example.com https:///example.com https:// https://?x https:\\\\example.com
        https://example.com\\@10.0.0.1/ https://example.com/a\\b https://example.com/\u007f https://example.com:99999/
        https://example.com:port/ https://exa%00mple.com/ https://1.2.3.256/ https://1.2.3.4.5/ https://0x1ffffffff/
        https://[::1/ https://[fe80::1%25eth0]/ https://a^b.example/
      `),
    ],
    [
      "must be an HTTPS URL such as",
      ["", " https://example.com", "https://example.com ", "https://example.com/\n", "https://exa\tmple.com/"],
    ],
    ["must be an HTTPS URL such as", ["https://example.com/a b"]],
    ["must not contain credentials", words("https://user:pass@example.com https://user@example.com/ https://@a.com")],
    ["must not have a fragment", words("https://example.com/# https://example.com/a#top https://example.com#a")],
    [
      "must use port 443 or a port from 1024 to 65535",
      words("https://example.com:22/ https://example.com:80 https://example.com:1023/ https://example.com:0/"),
    ],
    ["must have at most 2,048 characters", [`https://example.com/${"a".repeat(2_048 - 19)}`]],
    [
      "must contain a host name or an address",
      words(`https://-a.example.com/ https://a..example.com/ https://${"a".repeat(64)}.com https://a,b.com https://.`),
    ],
  ];
  test.each(bad.flatMap(([problem, urls]) => urls.map((url) => [url, problem] as const)))(
    "rejects %j: %s",
    (url, problem) => {
      expect(endpointUrlProblem(url)).toContain(problem);
    },
  );
});

describe("privateHostProblem", () => {
  test.each([
    "example.com",
    "a.b.example",
    "localhost.example.com",
    "internal.example.com",
    "93.184.216.34",
    "[2606:4700::1]",
  ])("accepts the public host %s", (host) => {
    expect(privateHostProblem(`https://${host}/`)).toBeUndefined();
  });

  test.each([
    ...[
      "localhost",
      "LOCALHOST",
      "localhost.",
      "a.localhost",
      "a.b.localhost.",
      "router",
      "db.local",
      "printer.local.",
    ],
    ...["metadata.google.internal", "a.internal", "internal", "nas.home.arpa", "intranet"],
  ])("rejects the private name %s", (host) => {
    expect(privateHostProblem(`https://${host}/`)).toBe("must not point to this machine or a private network");
  });

  test.each([
    ...["127.0.0.1", "127.1", "127.0.0.1.", "2130706433", "0x7f000001", "0x7f.1", "017700000001", "0177.0.0.01", "0"],
    ...["127.0.0.1".replaceAll(".", "%2e"), "１２７.0.0.1", "①②⑦.0.0.1", "127。0。0。1"],
    ...["10.0.0.1", "10.1", "012.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.257", "0xc0a80001"],
    ...["169.254.169.254", "0xa9fea9fe", "2852039166", "100.64.0.1", "100.100.100.200", "192.0.0.192", "168.63.129.16"],
    ...["0.0.0.0", "0.1.2.3", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1"],
    ...["255.255.255.255", "[::]", "[::1]", "[fe80::1]", "[fc00::1]", "[fd00:ec2::254]", "[ff02::1]", "[fec0::1]"],
    ...["[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:93.184.216.34]", "[::127.0.0.1]", "[::ffff:0:127.0.0.1]"],
    ...["[64:ff9b::7f00:1]", "[64:ff9b:1::a00:1]", "[2002:7f00:1::]", "[2002:c0a8:1::1]", "[2001:0:7f00:1::]"],
    ...["[2001:db8::1]", "[100::1]", "[2001:10::1]", "[5f00::1]", "[4000::1]"],
  ])("rejects the private or special address %s", (host) => {
    expect(endpointUrlProblem(`https://${host}/`)).toBeUndefined();
    expect(privateHostProblem(`https://${host}/`)).toBe("must not point to a private or reserved address");
  });

  test.each([
    ["", true],
    ["false", true],
    ["true", false],
  ])("with WEBHOOK_ALLOW_PRIVATE_NETWORK=%j, private hosts are rejected: %s", (allow, isRefused) => {
    vi.stubEnv("DATABASE_URL", "postgresql://unused/unused");
    vi.stubEnv("WEBHOOK_ALLOW_PRIVATE_NETWORK", allow);
    forgetSingletons("env");
    for (const url of ["https://127.0.0.1:9443/", "https://localhost/", "https://db.internal/"]) {
      const attempt = () => refusePrivateHost(url);
      if (isRefused) expect(attempt).toThrow(/^url: must not point to/);
      else expect(attempt).not.toThrow();
    }
    expect(endpointUrlProblem("http://localhost/")).toBeDefined();
  });

  test("all notations of an IPv4 address give the same result", () => {
    const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
    const writing = fc.record({
      parts: fc.integer({ min: 1, max: 4 }),
      bases: fc.array(fc.constantFrom(8, 10, 16), { minLength: 4, maxLength: 4 }),
      dot: fc.constantFrom(".", "。", "%2e"),
      end: fc.constantFrom("", "."),
    });
    fc.assert(
      fc.property(octets, writing, (address, written) => {
        const plain = privateHostProblem(`https://${address.join(".")}/`);
        const url = `https://${write(address, written)}/`;
        expect(endpointUrlProblem(url)).toBeUndefined();
        expect(privateHostProblem(url), url).toBe(plain);
      }),
      { numRuns: 2_000 },
    );
  });

  test("any URL that passes both checks uses HTTPS, a public host and an allowed port", () => {
    const scraps = `https:// https: http:// // / @ : # ? \\ [ ] . % %2e 0x7f 127.0.0.1 1 localhost internal example.com
      ::1 ::ffff: 10.0.0.1 :443 :22 :8443 user`;
    const scrap = fc.constantFrom(" ", "\t", ...scraps.split(/\s+/));
    const text = fc.array(fc.oneof(scrap, fc.string({ maxLength: 3 })), { maxLength: 8 });
    const whole = fc.tuple(fc.constantFrom("https://", ""), text).map(([start, parts]) => start + parts.join(""));
    fc.assert(
      fc.property(fc.oneof(whole, fc.webUrl({ validSchemes: ["https", "http"] })), (given) => {
        if (endpointUrlProblem(given) !== undefined || privateHostProblem(given) !== undefined) return;
        const url = new URL(given);
        expect([url.protocol, url.username, url.password, url.hash]).toEqual(["https:", "", "", ""]);
        expect(url.port === "" || Number(url.port) >= 1_024).toBe(true);
        expect(url.hostname).toContain(url.hostname.startsWith("[") ? ":" : ".");
        expect(url.hostname).not.toMatch(/^(?:127|10|0)\.[\d.]+$|(?:^|\.)(?:localhost|internal|local)\.?$/);
      }),
      { numRuns: 5_000 },
    );
  });

  /** Writes the address with fewer parts, where the last part contains the rest, and each part in a different base. */
  function write(address: number[], how: { parts: number; bases: number[]; dot: string; end: string }): string {
    const head = address.slice(0, how.parts - 1);
    const rest = address.slice(how.parts - 1).reduce((sum, octet) => sum * 256 + octet, 0);
    const prefix: Record<number, string> = { 8: "0", 10: "", 16: "0x" };
    const digits = [...head, rest].map((value, i) => {
      const base = how.bases[i] ?? 10;
      return `${prefix[base]}${value.toString(base)}`;
    });
    return digits.join(how.dot) + how.end;
  }
});
