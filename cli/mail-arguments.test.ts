import { expect, test } from "vitest";
import { parseArguments } from "./mail-arguments";

test.for([
  [[], { task: "list", limit: 20 }],
  [["--limit", "5", "--organisation", "org_1"], { task: "list", limit: 5, organisationId: "org_1" }],
  [["mail_1"], { task: "show", id: "mail_1" }],
  [["mail_1", "--html", "a.html"], { task: "show", id: "mail_1", htmlFile: "a.html" }],
  [["--help"], { task: "help" }],
  [["mail_1", "--help"], { task: "help" }],
] as const)("%j is understood", ([argv, expected]) => {
  expect(parseArguments([...argv])).toEqual(expected);
});

test.for([
  [["--limit", "0"], /^--limit must be/],
  [["--limit", "1001"], /^--limit must be/],
  [["--limit", "ten"], /^--limit must be/],
  [["--html", "a.html"], /^--html: name the mail/],
  [["mail_1", "--limit", "3"], /are for the list/],
  [["mail_1", "mail_2"], /Unexpected argument: mail_2/],
  [["--org", "org_1"], /Unknown flag: --org\./],
] as const)("the mistake in %j is named", ([argv, message]) => {
  expect(() => parseArguments([...argv])).toThrow(message);
});
