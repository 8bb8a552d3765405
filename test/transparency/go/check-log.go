// Reads a transparency log over HTTP as its readers do, with the packages of Go's own checksum database
// (golang.org/x/mod/sumdb/note and tlog), and checks all of it: signature, every entry, proofs and growth.
//
// usage: check-log <address> <verifier key> <earlier checkpoint> (<proof file> <SHA-256 of the evidence in hex>)...
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const tileHeight = 8

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

func fail(format string, values ...any) {
	must(0, fmt.Errorf(format, values...))
}

type log struct {
	address  string
	verifier note.Verifier
}

func (l log) get(path string) []byte {
	response := must(http.Get(l.address + path))
	defer response.Body.Close()
	body := must(io.ReadAll(response.Body))
	if response.StatusCode != 200 {
		fail("%s: %s", path, response.Status)
	}
	return body
}

// C2SP's tiles have no height in their path, and their entries another name than Go's own data.
func pathOf(tile tlog.Tile) string {
	path := strings.TrimPrefix(tile.Path(), fmt.Sprintf("tile/%d/", tileHeight))
	if tile.L < 0 {
		path = "entries" + strings.TrimPrefix(path, "data")
	}
	return "tile/" + path
}

func (l log) Height() int { return tileHeight }
func (l log) ReadTiles(tiles []tlog.Tile) (data [][]byte, err error) {
	for _, tile := range tiles {
		data = append(data, l.get(pathOf(tile)))
	}
	return data, nil
}
func (l log) SaveTiles([]tlog.Tile, [][]byte) {}

func (l log) open(checkpoint []byte) tlog.Tree {
	opened := must(note.Open(checkpoint, note.VerifierList(l.verifier)))
	lines := strings.Split(opened.Text, "\n")
	if lines[0] != l.verifier.Name() {
		fail("the checkpoint is of %s", lines[0])
	}
	return tlog.Tree{N: must(strconv.ParseInt(lines[1], 10, 64)), Hash: must(tlog.ParseHash(lines[2]))}
}

func (l log) entries(tree tlog.Tree) (entries [][]byte) {
	for n := int64(0); n*256 < tree.N; n++ {
		width := 256
		if left := tree.N - n*256; left < 256 {
			width = int(left)
		}
		bundle := l.get(pathOf(tlog.Tile{H: tileHeight, L: -1, N: n, W: width}))
		for ; len(bundle) > 0; width-- {
			end := 2 + int(binary.BigEndian.Uint16(bundle))
			entries = append(entries, bundle[2:end])
			bundle = bundle[end:]
		}
		if width != 0 {
			fail("the bundle %d has another count of entries", n)
		}
	}
	return entries
}

// A proof in a file of C2SP's form: the path leads from evidence of the digest to a checkpoint of the log.
func (l log) checkProof(file []byte, digest []byte) (index int64, tree tlog.Tree, proof tlog.RecordProof) {
	parts := bytes.SplitN(file, []byte("\n\n"), 2)
	lines := strings.Split(string(parts[0]), "\n")
	if lines[0] != "c2sp.org/tlog-proof@v1" {
		fail("it is no proof: %s", lines[0])
	}
	salt := must(base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra ")))
	index = must(strconv.ParseInt(strings.TrimPrefix(lines[2], "index "), 10, 64))
	for _, line := range lines[3:] {
		proof = append(proof, must(tlog.ParseHash(line)))
	}
	salted := sha256.Sum256(append(salt, digest...))
	tree = l.open(parts[1])
	must(0, tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(append([]byte{1}, salted[:]...))))
	return index, tree, proof
}

func main() {
	l := log{os.Args[1], must(note.NewVerifier(os.Args[2]))}
	tree := l.open(l.get("checkpoint"))
	// What it reads of tiles is proven against the root of the tree before it is given on.
	hashes := tlog.TileHashReader(tree, l)

	entries := l.entries(tree)
	indexes := make([]int64, len(entries))
	for index := range entries {
		indexes[index] = tlog.StoredHashIndex(0, int64(index))
	}
	leaves := must(hashes.ReadHashes(indexes))
	for index, entry := range entries {
		if tlog.RecordHash(entry) != leaves[index] {
			fail("the entry %d is not the one of its leaf", index)
		}
	}

	earlier := l.open(must(os.ReadFile(os.Args[3])))
	must(0, tlog.CheckTree(must(tlog.ProveTree(tree.N, earlier.N, hashes)), tree.N, tree.Hash, earlier.N, earlier.Hash))

	proofs := os.Args[4:]
	for at := 0; at < len(proofs); at += 2 {
		index, older, given := l.checkProof(must(os.ReadFile(proofs[at])), must(hex.DecodeString(proofs[at+1])))
		own := must(tlog.ProveRecord(older.N, index, tlog.TileHashReader(older, l)))
		if fmt.Sprint(own) != fmt.Sprint(given) {
			fail("%s has another path than its tiles lead to", proofs[at])
		}
	}
	fmt.Printf("%d entries, grown from %d, %d proofs\n", tree.N, earlier.N, len(proofs)/2)
}
