import type { Metadata } from "next";
import { Entrance } from "@/components/features/sign-in/entrance";
import { ResetForm } from "@/components/features/sign-in/reset-form";

export const metadata: Metadata = { title: "Choose a new password" };

export default function ResetPasswordPage() {
  return (
    <Entrance title="Choose a new password" fromMail>
      <ResetForm />
    </Entrance>
  );
}
