import { createRequire } from "node:module";
import type { WebhookDefinition } from "@octokit/webhooks-examples";

/** Real bodies of GitHub's webhooks. The package is JSON, which only `require` loads as it is. */
const definitions = createRequire(import.meta.url)("@octokit/webhooks-examples") as WebhookDefinition[];

/** A body of GitHub as far as tests change it. */
export type GithubBody = Record<string, unknown> & { action?: string; repository?: { full_name: string } };

/** Every example with the event it is of. */
export const githubExamples: [event: string, body: GithubBody][] = definitions.flatMap(({ name, examples }) =>
  examples.map((body): [string, GithubBody] => [name, body as unknown as GithubBody]),
);

/** The first example of an event with an action, to be changed at will. */
export function githubExample(event: string, action?: string): GithubBody {
  const found = githubExamples.find(([name, body]) => name === event && (!action || body.action === action));
  if (!found) throw new Error(`there is no example of ${event} ${action ?? ""}`);
  return structuredClone(found[1]);
}
