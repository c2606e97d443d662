import { QueryClient, QueryClientProvider, QueryObserver, type QueryObserverOptions } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ApiError } from "@/components/ui/api/api-error";
import { supplement } from "@/components/ui/api/queries";
import { FeedbackHost } from "@/components/ui/feedback/feedback-host";
import { Skeletons } from "@/components/ui/feedback/skeletons";
import { oldestFailed, StaleStrip } from "@/components/ui/feedback/stale-strip";
import { errorSentence } from "@/components/ui/feedback/states";

const problems = (message: string, ...details: ApiError["details"]) =>
  new ApiError({ status: 400, code: "validation_failed", message, details });
const limited = new ApiError({ status: 429, code: "rate_limited", message: "…", retryAfterSeconds: 12 });
const [name, url] = [
  { path: "name", message: "is too long" },
  { path: "url", message: "is not a URL" },
];

it.each<[unknown, string]>([
  [new TypeError("x is undefined"), "Something went wrong. Reload the page and try again."],
  [limited, "Too many requests. Try again in 12 seconds."],
  [problems("There are 2 problems.", name, url), "There are 2 problems. name is too long. url is not a URL."],
  [problems("name: is too long", name), "name: is too long"],
])("%s is shown as: %s", (error, sentence) => {
  expect(errorSentence(error)).toBe(sentence);
});

describe("announcements", () => {
  it("have a live region before the first message", () => {
    expect(renderToStaticMarkup(<FeedbackHost />)).toMatch(/<section aria-label="Messages" aria-live="polite"/);
    const strip = (
      <QueryClientProvider client={new QueryClient()}>
        <StaleStrip />
      </QueryClientProvider>
    );
    expect(renderToStaticMarkup(strip)).toMatch(/^<div role="status"[^>]*><\/div>$/);
  });

  it("name what is loading", () => {
    expect(renderToStaticMarkup(<Skeletons.Rows label="detections" />)).toContain("Loading detections");
  });
});

describe("the time of a failed query", () => {
  it.each<[string, Partial<QueryObserverOptions>, number | null]>([
    ["is the time of its older data", { initialData: {}, initialDataUpdatedAt: 5_000 }, 5_000],
    ["is 0 if it only supplements the page", { meta: supplement }, 0],
    ["is null if the page shows the error itself", {}, null],
    ["is null if the query is not shown", { enabled: false, initialData: {}, initialDataUpdatedAt: 5_000 }, null],
  ])("%s", async (_, options, since) => {
    const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const queryFn = () => Promise.reject(new Error("no answer"));
    const stop = new QueryObserver(cache, { queryKey: ["list"], queryFn, ...options }).subscribe(() => undefined);
    await expect.poll(() => cache.isFetching()).toBe(0);
    expect(oldestFailed(cache)).toBe(since);
    stop();
  });
});
