package settle

// Failing returns how many tables are left alone for a while.
func (s *Service) Failing() int {
	s.failed.mu.Lock()
	defer s.failed.mu.Unlock()
	return len(s.failed.tables)
}
