package play

import (
	"slices"

	"cairn.example/game"
	"cairn.example/record"
)

// An offer is known by the number of its event, so that an answer that comes
// late never meets another offer than the one it was meant for.

func decideOffer(s *State, d *decision, e Event) *Error {
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

// offers are those that wait for an answer. A list is never changed, since copies of a state share it.
type offers []Pending

// meant finds the offer that an event answers or, with own, withdraws: the one it
// names, else the only one that its side can answer or withdraw.
func (list offers) meant(e Event, own bool) (Pending, *Error) {
	var fit []Pending
	for _, o := range list {
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

func decideAccept(s *State, d *decision, e Event) *Error {
	o, err := s.offers.meant(e, false)
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

func decideDecline(s *State, d *decision, e Event) *Error {
	o, err := s.offers.meant(e, false)
	if err != nil {
		return err
	}
	d.event.Offer = o.Offer
	d.do = func(*decision) {
		s.offers = s.offers.without(o)
		s.declined = append(slices.Clone(s.declined), declined{o.By, o.What})
	}
	return nil
}

func decideWithdraw(s *State, d *decision, e Event) *Error {
	o, err := s.offers.meant(e, true)
	if err != nil {
		return err
	}
	d.event.Offer = o.Offer
	d.do = func(*decision) { s.offers = s.offers.without(o) }
	return nil
}

func (list offers) without(gone Pending) offers {
	return slices.DeleteFunc(slices.Clone(list), func(o Pending) bool { return o == gone })
}
