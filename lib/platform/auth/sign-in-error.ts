/**
 * Why nobody was signed in, as the sign-in page is told in `?error=`. An unknown address, a wrong password and an account
 * that is not open are one and the same.
 */
export const signInErrors = [
  "CredentialsSignin",
  "SecondFactorRequired",
  "SecondFactorInvalid",
  "TooManyAttempts",
  /** The form's token is missing or of another visit, or another site sent it. */
  "FormExpired",
  /** The provider could not be reached, refused, or answered what does not fit the question. */
  "OpenIdFailed",
  /** None of the groups has a role. */
  "OpenIdNoRole",
  "OpenIdEmailMissing",
  "OpenIdEmailNotVerified",
  /** The account is disabled, has ended, is of another organisation, or its address is somebody else's. */
  "OpenIdRefused",
  /** The service has a temporary problem. */
  "Unavailable",
] as const;

export type SignInErrorCode = (typeof signInErrors)[number];

/** next-auth hands its message on, so the message is the code. */
export class SignInError extends Error {
  override readonly name = "SignInError";

  constructor(readonly code: SignInErrorCode) {
    super(code);
  }
}
