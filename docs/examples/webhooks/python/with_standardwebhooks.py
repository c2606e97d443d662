from standardwebhooks.webhooks import Webhook


def verify(secret, headers, raw_body):
    """Verifies a request by its webhook-… headers and returns its envelope. Raises WebhookVerificationError."""
    return Webhook(secret).verify(raw_body, headers)
