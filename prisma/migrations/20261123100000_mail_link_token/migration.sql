-- AlterTable
ALTER TABLE "mail_messages" ADD COLUMN     "link_token" TEXT;

-- The application deletes the token when the mail was sent.
GRANT UPDATE ("link_token") ON "mail_messages" TO gas_app;
