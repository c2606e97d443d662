/** What a release can be asked to do: names of `package.json`'s scripts, with the program that each is. */
export const commands = {
  start: "server/start.ts",
  "db:migrate": "cli/migrate.ts",
  "organisations:create": "cli/create-organisation.ts",
  "keys:create": "cli/create-key.ts",
  "members:create": "cli/create-member.ts",
  mail: "cli/mail.ts",
  "records:seal": "cli/seal-records.ts",
  fsck: "cli/fsck.ts",
  "restore:drill": "cli/restore-drill.ts",
  "verify:bundle": "cli/verify-bundle.ts",
  witness: "cli/witness.ts",
  "secrets:rotate": "cli/rotate-encryption-key.ts",
  "checkpoints:initialise": "cli/initialise-signer.ts",
  "checkpoints:rotate": "cli/rotate-checkpoint-key.ts",
  "evidence-keys:rotate": "cli/rotate-evidence-key.ts",
  "shadow-ai:import": "cli/shadow-ai-import.ts",
} as const;

export type Command = keyof typeof commands;

/** The file that the build makes of a program, without its ending: `db:migrate` is `db-migrate.mjs`. */
export function builtName(command: Command): string {
  return command.replaceAll(":", "-");
}
