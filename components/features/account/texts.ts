/** Texts that several components use. */
export const common = { password: "Password", disableTwoFactor: "Disable 2FA" };

export const accountPage = {
  yourAccount: "Your account",
  profile: "Profile",
  keyboard: "Keyboard",
  singleKeyShortcuts: "Single-key shortcuts",
  singleKeyShortcutsDescription:
    "Use keys such as j and k in lists. Turn these shortcuts off if they conflict with speech input.",
  nameUpdated: "Name updated.",
  success: "Password changed. You have been signed out of all other sessions.",
  passwordNotChanged: "Password not changed",
  currentPassword: "Current password",
  newPassword: { label: "New password", description: "At least 12 characters" },
  changePassword: "Change password",
  required: {
    title: "Two-factor authentication required",
    text: "Your organisation requires 2FA. Set it up below to use the dashboard.",
  },
  twoFactorAuthenticationTwoFactor: "Two-factor authentication (2FA)",
  twoFactorAuthenticationNote:
    "You sign in through your organisation's identity provider. This setting applies only to password sign-in.",
  requiresCodeAuthenticator: "2FA requires a code from an authenticator app when you sign in with your password.",
  theStatus: "the two-factor status",
  setUpTwoFactor: "Set up 2FA",
  activeSessions: "Active sessions",
  sessions: "sessions",
  thisSession: " (this session)",
  withTwoFactor: " with 2FA",
  endSession: "End session",
  endSessionOf: (browser: string) => `End session: ${browser}`,
  sessionEnded: "Session ended.",
};

export const secondFactorDialogs = {
  setUpDialog: { title: "Set up two-factor authentication", action: "Enable 2FA", failure: "2FA not enabled" },
  theQrCode: "the QR code",
  scan: "Scan the QR code with an authenticator app, then enter the code that the app shows.",
  qrCodeAuthenticator: "QR code for an authenticator app",
  cannotScan: "Can't scan the QR code? Enter this secret in the app:",
  secret: "secret",
  code: "Code",
  twoFactorEnabledSave:
    "2FA is enabled. Save these recovery codes somewhere other than your phone. Each code works once. You won't be able to see the codes again.",
  recoveryCodes: "recovery codes",
  codesSaved: "I have saved my codes",
  twoFactorDisabled: "2FA disabled.",
  disableDialog: { title: "Disable two-factor authentication", failure: "2FA not disabled" },
  authenticationCodeRecovery: "Authentication code or recovery code",
  passwordDescription: "Required if your account has a password",
};
