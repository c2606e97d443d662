// go run . < request.json: exit code 0 for a genuine request, 1 for any other.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

func main() {
	var request struct {
		Secret  string            `json:"secret"`
		Headers map[string]string `json:"headers"`
		Body    string            `json:"body"`
	}
	if err := json.NewDecoder(os.Stdin).Decode(&request); err != nil {
		panic(err)
	}
	header := http.Header{}
	for name, value := range request.Headers {
		header.Set(name, value)
	}
	envelope, err := Verify(request.Secret, header, []byte(request.Body))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(envelope.ID)
}
