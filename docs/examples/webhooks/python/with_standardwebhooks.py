from standardwebhooks.webhooks import Webhook


def verify(secret, headers, raw_body):
    """Checks a request by its webhook-… headers and gives its envelope; raises WebhookVerificationError."""
    return Webhook(secret).verify(raw_body, headers)
