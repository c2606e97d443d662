/**
 * The values of `?error=` on the sign-in page. An unknown address, a wrong password and an inactive account share one.
 */
export const signInErrors = [
  "CredentialsSignin",
  "SecondFactorRequired",
  "SecondFactorInvalid",
  "TooManyAttempts",
  /** The form's token is missing or invalid, or another site sent the form. */
  "FormExpired",
  /** The provider was unreachable, rejected the sign-in or sent an invalid response. */
  "OpenIdFailed",
  /** No group is mapped to a role. */
  "OpenIdNoRole",
  "OpenIdEmailMissing",
  "OpenIdEmailNotVerified",
  /** The account is disabled, expired or in another organisation, or the address belongs to another member. */
  "OpenIdRefused",
  /** The service has a temporary problem. */
  "Unavailable",
] as const;

export type SignInErrorCode = (typeof signInErrors)[number];

/** next-auth passes the message on, so the message is the code. */
export class SignInError extends Error {
  override readonly name = "SignInError";

  constructor(readonly code: SignInErrorCode) {
    super(code);
  }
}
