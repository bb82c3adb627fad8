package table

// Personal is all that a store knows of somebody beside the tables.
type Personal struct {
	Person      PersonRow
	Credentials []Credential // without the hashes, which could be tried out
	Chat        []ChatLine
	Reports     []Report // by and about the person
	// More are the rows of further tables that are about the person, by the name of the table: what an export shows of
	// them, by the name of the column. Times are [time.Time]s.
	More map[string][]map[string]any
}
