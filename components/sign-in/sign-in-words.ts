import type { SignInErrorCode } from "@/lib/auth/sign-in-error";

/** What the page says for each reason why nobody was signed in. */
const sentences: Record<SignInErrorCode, string> = {
  CredentialsSignin: "The address or the password is not right.",
  SecondFactorRequired: "Enter the code of your authenticator app, or one of your recovery codes.",
  SecondFactorInvalid: "This code is not right, or was used before. Wait for the next one and try again.",
  TooManyAttempts: "There were too many attempts. Wait 15 minutes, then try again.",
  FormExpired: "This page was open for too long. Try again.",
  OpenIdFailed: "Your organisation's sign-in could not be reached, or refused. Try again.",
  OpenIdNoRole: "None of your groups has a role here. Ask an administrator of your organisation.",
  OpenIdEmailMissing: "Your organisation's sign-in told no e-mail address. Ask an administrator.",
  OpenIdEmailNotVerified: "Your organisation's sign-in has not verified your e-mail address.",
  OpenIdRefused: "This account cannot sign in here. Ask an administrator of your organisation.",
  Unavailable: "Signing in does not work at the moment. Try again in a minute.",
};

/** The sentence for the `error` of an address; undefined where there is none. Anybody may have written it. */
export function signInSentence(code: string | null): string | undefined {
  if (code === null || code === "") return undefined;
  return Object.hasOwn(sentences, code) ? sentences[code as SignInErrorCode] : sentences.Unavailable;
}

/** Whether the password was right and a second factor is asked for. */
export function asksForCode(code: string | null): boolean {
  return code === "SecondFactorRequired" || code === "SecondFactorInvalid";
}
