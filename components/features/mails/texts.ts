export const mailDialog = {
  email: "E-mail",
  theEmail: "the e-mail",
  linkHidden: "The link in this e-mail is for the recipient only, so its token is hidden here.",
  noMailServer: " No mail server is configured. The operator of the service can look up the link for you.",
};

export const mailList = {
  subject: "Subject",
  to: "To",
  type: "Type",
  error: "Error",
  mail: "Mail",
  pageDescription:
    "E-mails from the service and their delivery status. Links in invitation and password reset e-mails are hidden.",
  notSent: {
    title: "E-mails are not sent",
    notes: [
      "No mail server is configured, so the service only stores e-mails. Their recipients do not receive them.",
      "The operator of the service can look up the links of invitations and password resets, and connect a mail server.",
    ],
  },
  emails: "E-mails",
  noEmailsSentYet: "No e-mails yet",
};
