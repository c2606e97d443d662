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
  emails: "E-mails",
  noEmailsSentYet: "No e-mails yet",
};
