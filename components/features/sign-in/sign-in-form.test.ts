import { expect, test } from "vitest";
import { asksForCode, signInMessage } from "@/components/features/sign-in/sign-in-form";

test.each([
  [null, undefined, false],
  ["", undefined, false],
  ["CredentialsSignin", "Incorrect e-mail address or password.", false],
  ["SecondFactorRequired", "Enter the code from your authenticator app, or a recovery code.", true],
  ["toString", "Sign-in is temporarily unavailable. Try again in a minute.", false],
])("error %s shows %s", (code, message, asks) => {
  expect(signInMessage(code)).toBe(message);
  expect(asksForCode(code)).toBe(asks);
});
