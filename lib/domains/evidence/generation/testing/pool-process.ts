import { workerPool } from "@/lib/domains/evidence/generation/perform-step";
import type { WorkerStep } from "@/lib/domains/evidence/generation/work";

/** A process whose worker pool performs one step, `<organisation> <package> <step>`, and prints the outcome. */
const [organisationId = "", packageId = "", step = ""] = process.argv.slice(2);
const outcome = await workerPool().run({ key: { organisationId, packageId }, step: step as WorkerStep });
process.stdout.write(`${outcome}\n`);
