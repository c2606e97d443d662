import { expect, test } from "vitest";
import { asksForCode, signInSentence } from "@/components/features/sign-in/sign-in-form";

test.each([
  [null, undefined, false],
  ["", undefined, false],
  ["CredentialsSignin", "The address or the password is not right.", false],
  ["SecondFactorRequired", "Enter the code of your authenticator app, or one of your recovery codes.", true],
  ["toString", "Signing in does not work at the moment. Try again in a minute.", false],
])("the error %s says %s", (code, sentence, asks) => {
  expect(signInSentence(code)).toBe(sentence);
  expect(asksForCode(code)).toBe(asks);
});
