import { type Behaviour, officeTimes, type Scene, visits } from "@/lib/shadow-ai/simulate/behaviours/day";
import { page, splitWhenIdle } from "@/lib/shadow-ai/simulate/behaviours/pages";
import type { Turn } from "@/lib/shadow-ai/simulate/connection";
import type { Flow } from "@/lib/shadow-ai/simulate/flow";

const sites = (
  "www.bbc.co.uk www.theguardian.com www.ft.com www.reuters.com www.wikipedia.org www.linkedin.com www.reddit.com " +
  "stackoverflow.com github.com www.amazon.co.uk www.booking.com www.google.com www.bing.com www.gov.uk www.nytimes.com " +
  "docs.python.org developer.mozilla.org www.ecb.europa.eu www.bankofengland.co.uk www.youtube.com www.rightmove.co.uk " +
  "www.skyscanner.net www.weather.com www.imdb.com www.ikea.com www.zalando.com www.dhl.com www.hsbc.com news.ycombinator.com"
).split(" ");

const thirdParties = (
  "www.googletagmanager.com www.google-analytics.com fonts.gstatic.com fonts.googleapis.com securepubads.g.doubleclick.net " +
  "cdn.cookielaw.org cdn.jsdelivr.net cdnjs.cloudflare.com static.cloudflareinsights.com connect.facebook.net " +
  "bat.bing.com px.ads.linkedin.com sb.scorecardresearch.com js.stripe.com cdn.shopify.com static.hotjar.com " +
  "a.pub.network c.amazon-adsystem.com ib.adnxs.com i.ytimg.com images.ctfassets.net res.cloudinary.com unpkg.com"
).split(" ");

/** Catalogues know these as hosts that also offer AI. Reading pages there is no use of it. */
const mixedUseSites = "www.notion.so app.grammarly.com huggingface.co you.com".split(" ");

/**
 * Pages of some 2.6 MB from a dozen hosts (HTTP Archive, Web Almanac 2024: median page 2.65 MB, 70 requests on a desktop).
 * `own` are sites that this firm reads and no list knows.
 */
export function browsing(own: readonly string[], perDay: number): Behaviour {
  return (scene) =>
    visits(officeTimes(scene, perDay), (atMs) => {
      const { random } = scene;
      const host = random.chance(0.3) ? random.pick(own) : random.pick(sites);
      const others = random.sample(thirdParties, random.int(3, 9));
      return [host, ...others].flatMap((name, index) =>
        visitHost(scene, name, "browsing", atMs + index * random.between(20, 180)),
      );
    });
}

export function mixedUseReading(perDay: number): Behaviour {
  return (scene) =>
    visits(officeTimes(scene, perDay), (atMs) => visitHost(scene, scene.random.pick(mixedUseSites), "mixed_use", atMs));
}

function visitHost(scene: Scene, host: string, kind: Flow["kind"], atMs: number): Flow[] {
  const { random, client } = scene;
  const turns: Turn[] = [];
  let startMs = atMs;
  for (let index = 0, count = random.int(1, 6); index < count; index++) {
    turns.push(page(random, startMs, random.pick(pagePaths), random.skewed(38_000, 1.2)));
    startMs += random.exponential(random.chance(0.8) ? 300 : 40_000);
  }
  const quic = client.browser.userAgent.includes("Chrome") && random.chance(0.25);
  const idleMs = random.int(2_000, 90_000);
  return splitWhenIdle(random, { client, host, kind, idleMs, protocol: quic ? "QUIC" : "TLS" }, turns);
}

const pagePaths = [
  "/",
  "/news/article?id=48213&utm_source=mail",
  "/static/main.js",
  "/img/hero.webp",
  "/api/items?page=2&token=f3a9",
];
