-- AlterTable
ALTER TABLE "mail_messages" ADD COLUMN     "body_key" TEXT;

-- What a mail says still never changes: only the key that it is under may be encrypted anew.
GRANT UPDATE ("body_key") ON "mail_messages" TO gas_app;
