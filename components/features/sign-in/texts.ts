export const entrance = {
  aboutTheService: "About the service",
  tagline: "A tamper-evident audit trail for your AI models, with shadow AI detection and regulator-ready evidence.",
};

export const keyFeatures = [
  {
    title: "Tamper-evident audit chain",
    text: "Each event includes the hash of the previous one. Verification shows where events were changed, removed or reordered. Checkpoints that are stored elsewhere or cosigned by a witness also reveal a rewritten chain.",
  },
  {
    title: "Independently verifiable",
    text: "Each event contains everything needed to recompute its hash, so auditors can verify events with their own software.",
  },
  {
    title: "A single audit trail for all your models",
    text: "Record inferences, training, deployments, human reviews and alerts from any programming language over HTTP.",
  },
];

export const forgotForm = {
  checkYourEmail: "Check your e-mail",
  askOperator: "Contact the service operator",
  linkSent: "If an account exists for this address, we have sent a reset link. It is valid for one hour.",
  linkFromOperator:
    "This service cannot send e-mails. If an account exists for this address, the service operator can send you the reset link. It is valid for one hour.",
  backToSignIn: "Back to sign-in",
  linkNotSent: "Link not sent",
  sendResetLink: "Send reset link",
  requestResetLink: "Request reset link",
  operatorNote: "This service cannot send e-mails. The service operator can give you the link after you request it.",
};

export const invitationForm = {
  title: "Accept your invitation",
  askAdministrator: "ask an administrator for a new invitation",
  invalidInvitation: "This invitation is not valid",
  theInvitation: "the invitation",
  accountNotCreated: "Account not created",
  yourName: "Your name",
  createAccount: "Create account",
};

export const newPassword = {
  incompleteLink: "This link is incomplete",
  newPassword: "New password",
  newPasswordDescription: "At least 12 characters. A few unusual words make a strong password.",
};

export const resetForm = {
  title: "Choose a new password",
  requestANewOne: "request a new link",
  passwordNotChanged: "Password not changed",
  setPassword: "Set password",
  requestANewLink: "Request a new link",
};

export const signInForm = {
  unavailable: "Unavailable",
  continueWith: (openIdName: string) => `Continue with ${openIdName}`,
  orPassword: "or sign in with a password",
  password: "Password",
  code: { label: "Code", description: "Six digits from your authenticator app, or a recovery code" },
  signIn: "Sign in",
  forgotYourPassword: "Forgot your password?",
  messages: {
    CredentialsSignin: "Incorrect e-mail address or password.",
    SecondFactorRequired: "Enter the code from your authenticator app, or a recovery code.",
    SecondFactorInvalid: "This code is incorrect or was already used. Wait for the next code and try again.",
    TooManyAttempts: "Too many attempts. Try again in 15 minutes.",
    FormExpired: "The sign-in page expired. Try again.",
    OpenIdFailed: "Your organisation's identity provider could not be reached, or it rejected the sign-in. Try again.",
    OpenIdNoRole: "None of your groups has a role in this service. Contact an administrator of your organisation.",
    OpenIdEmailMissing:
      "Your identity provider did not send an e-mail address. Contact an administrator of your organisation.",
    OpenIdEmailNotVerified:
      "Your identity provider has not verified your e-mail address. Contact an administrator of your organisation.",
    OpenIdRefused: "This account cannot sign in. Contact an administrator of your organisation.",
    Unavailable: "Sign-in is temporarily unavailable. Try again in a minute.",
  },
};
