package play

import (
	"slices"

	"cairn.example/game"
	"cairn.example/record"
)

// An offer is known by the number of its event, so that an answer that comes
// late never meets another offer than the one it was meant for.

func (s *State) decideOffer(d *decision, e Event) *Error {
	switch e.What {
	case OfferDraw:
		if !s.terms.Draws {
			return refuse(NoDraws)
		}
	case OfferTakeback:
		if s.terms.Takeback == TakebackNever {
			return refuse(NoTakeback)
		}
		if err := s.canTakeBackTo(e.To); err != nil {
			return err
		}
		d.event.To = e.To
	default:
		return refuse(BadOffer)
	}
	for _, o := range s.offers {
		if o.What == e.What {
			return refuse(OfferPending)
		}
	}
	if slices.Contains(s.declined, declined{e.Side, e.What}) {
		return refuse(OfferAgain)
	}
	d.event.What = e.What
	o := Pending{Offer: len(s.events.items) + 1, By: e.Side, What: e.What, To: d.event.To}
	d.do = func(*decision) { s.offers = append(slices.Clone(s.offers), o) }
	return nil
}

// offer finds the offer that an event answers or, with own, withdraws: the one it
// names, else the only one that its side can answer or withdraw.
func (s *State) offer(e Event, own bool) (Pending, *Error) {
	var fit []Pending
	for _, o := range s.offers {
		switch {
		case e.Offer == o.Offer && (o.By == e.Side) != own:
			if own {
				return o, refuse(OtherOffer)
			}
			return o, refuse(OwnOffer)
		case e.Offer == o.Offer:
			return o, nil
		case e.Offer == 0 && (o.By == e.Side) == own:
			fit = append(fit, o)
		}
	}
	switch len(fit) {
	case 0:
		return Pending{}, refuse(NoOffer)
	case 1:
		return fit[0], nil
	}
	return Pending{}, refuse(WhichOffer)
}

func (s *State) decideAccept(d *decision, e Event) *Error {
	o, err := s.offer(e, false)
	if err != nil {
		return err
	}
	d.event.Offer = o.Offer
	d.do = func(*decision) {
		if o.What == OfferDraw {
			s.endWith(End{Outcome: game.Draw, Why: record.Agreement, By: o.By})
			return
		}
		s.rewind(o.To)
	}
	return nil
}

func (s *State) decideDecline(d *decision, e Event) *Error {
	o, err := s.offer(e, false)
	if err != nil {
		return err
	}
	d.event.Offer = o.Offer
	d.do = func(*decision) {
		s.drop(o)
		s.declined = append(slices.Clone(s.declined), declined{o.By, o.What})
	}
	return nil
}

func (s *State) decideWithdraw(d *decision, e Event) *Error {
	o, err := s.offer(e, true)
	if err != nil {
		return err
	}
	d.event.Offer = o.Offer
	d.do = func(*decision) { s.drop(o) }
	return nil
}

func (s *State) drop(gone Pending) {
	s.offers = slices.DeleteFunc(slices.Clone(s.offers), func(o Pending) bool { return o == gone })
}
