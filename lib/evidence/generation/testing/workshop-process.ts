import type { HeavyStep } from "@/lib/evidence/generation/step";
import { workshop } from "@/lib/evidence/generation/workshop";

/** A process of its own whose workshop does one step: `<organisation> <package> <step>`. Says how it ended. */
const [organisationId = "", packageId = "", step = ""] = process.argv.slice(2);
const outcome = await workshop().run({ key: { organisationId, packageId }, step: step as HeavyStep });
process.stdout.write(`${outcome}\n`);
