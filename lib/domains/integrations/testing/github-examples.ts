import { createRequire } from "node:module";
import type { WebhookDefinition } from "@octokit/webhooks-examples";

/** Example bodies of GitHub's webhooks. The package is a JSON file, which only `require` can load. */
const definitions = createRequire(import.meta.url)("@octokit/webhooks-examples") as WebhookDefinition[];

/** The members of a GitHub body that tests change. */
export type GithubBody = Record<string, unknown> & { action?: string; repository?: { full_name: string } };

/** Every example with its event. */
export const githubExamples: [event: string, body: GithubBody][] = definitions.flatMap(({ name, examples }) =>
  examples.map((body): [string, GithubBody] => [name, body as unknown as GithubBody]),
);

/** The first example of an event with an action, as a copy that tests can change. */
export function githubExample(event: string, action?: string): GithubBody {
  const found = githubExamples.find(([name, body]) => name === event && (!action || body.action === action));
  if (!found) throw new Error(`there is no example of ${event} ${action ?? ""}`);
  return structuredClone(found[1]);
}
