package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const tolerance = 300 * time.Second

type Envelope struct {
	ID             string          `json:"id"`
	Type           string          `json:"type"`
	APIVersion     string          `json:"apiVersion"`
	Created        int64           `json:"created"`
	Livemode       bool            `json:"livemode"`
	OrganisationID string          `json:"organisationId"`
	Data           json.RawMessage `json:"data"`
}

// Verify verifies a request and returns its envelope; rawBody is the unparsed result of io.ReadAll.
func Verify(secret string, header http.Header, rawBody []byte) (*Envelope, error) {
	var timestamp string
	var signatures [][]byte
	for _, part := range strings.Split(header.Get("X-Service-Signature"), ",") {
		name, value, _ := strings.Cut(part, "=")
		switch name {
		case "t":
			timestamp = value
		case "v1":
			if signature, err := hex.DecodeString(value); err == nil {
				signatures = append(signatures, signature)
			}
		}
	}

	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return nil, errors.New("no signature")
	}
	if age := time.Since(time.Unix(seconds, 0)); age > tolerance || age < -tolerance {
		return nil, errors.New("signed too long ago, or in the future")
	}

	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(rawBody)
	expected := mac.Sum(nil)
	for _, signature := range signatures {
		if hmac.Equal(signature, expected) {
			var envelope Envelope
			return &envelope, json.Unmarshal(rawBody, &envelope)
		}
	}
	return nil, errors.New("no signature matches")
}
