/** What a release can be asked to do: names of `package.json`'s scripts, with the program that each is. */
export const commands = {
  start: "scripts/start.ts",
  "db:migrate": "scripts/database/migrate.ts",
  "organisations:create": "scripts/create-organisation.ts",
  "keys:create": "scripts/create-key.ts",
  "members:create": "scripts/create-member.ts",
  mail: "scripts/mail.ts",
  "records:seal": "scripts/seal-records.ts",
  fsck: "scripts/fsck.ts",
  "restore:drill": "scripts/restore-drill.ts",
  "verify:bundle": "scripts/verify-bundle.ts",
  witness: "scripts/witness.ts",
  "secrets:rotate": "scripts/rotate-encryption-key.ts",
  "checkpoints:initialise": "scripts/initialise-signer.ts",
  "checkpoints:rotate": "scripts/rotate-checkpoint-key.ts",
  "evidence-keys:rotate": "scripts/rotate-evidence-key.ts",
  "shadow-ai:import": "scripts/shadow-ai-import.ts",
} as const;

export type Command = keyof typeof commands;

/** The file that the build makes of a program, without its ending: `db:migrate` is `db-migrate.mjs`. */
export function builtName(command: Command): string {
  return command.replaceAll(":", "-");
}
