package server

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// metrics is what the edge counts. No label holds anything that a client chooses.
type metrics struct {
	registry *prometheus.Registry

	calls      *prometheus.CounterVec   // by route, method and status
	callTime   *prometheus.HistogramVec // by route
	messages   *prometheus.CounterVec   // by type
	refusals   *prometheus.CounterVec   // by code
	answerTime prometheus.Histogram
	bytesOut   prometheus.Counter
	opened     prometheus.Counter
	overflows  prometheus.Counter
	silent     prometheus.Counter
	limited    *prometheus.CounterVec // by limit
	lag        prometheus.Histogram
	faults     prometheus.Counter
}

func newMetrics(open, contests func() int) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "cairn_http_calls_total", Help: "HTTP calls below /api/.",
		}, []string{"route", "method", "status"}),
		callTime: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "cairn_http_call_seconds", Help: "Time of HTTP calls.",
			Buckets: prometheus.ExponentialBuckets(0.0005, 4, 8),
		}, []string{"route"}),
		messages: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "cairn_live_messages_total", Help: "Messages of clients on live connections.",
		}, []string{"type"}),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "cairn_refusals_total", Help: "Calls and messages that were refused.",
		}, []string{"code"}),
		answerTime: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "cairn_live_answer_seconds", Help: "Time from a message about a table to its acknowledgement, which waits for the store.",
			Buckets: prometheus.ExponentialBuckets(0.0005, 2, 14),
		}),
		bytesOut: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "cairn_live_sent_bytes_total", Help: "Bytes of messages to clients.",
		}),
		opened: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "cairn_live_opened_total", Help: "Live connections opened.",
		}),
		overflows: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "cairn_live_slow_total", Help: "Live connections cut because their queue was full.",
		}),
		silent: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "cairn_live_silent_total", Help: "Live connections cut because they gave no sign of life.",
		}),
		limited: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "cairn_limited_total", Help: "What was refused because there was too much of it.",
		}, []string{"limit"}),
		lag: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "cairn_live_lag_seconds", Help: "Measured time to a client and back.",
			Buckets: prometheus.ExponentialBuckets(0.001, 2, 13),
		}),
		faults: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "cairn_faults_total", Help: "Calls and messages that ended in a fault of the program.",
		}),
	}
	m.registry.MustRegister(
		m.calls, m.callTime, m.messages, m.refusals, m.answerTime, m.bytesOut, m.opened, m.overflows, m.silent, m.limited, m.lag, m.faults,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "cairn_live_connections", Help: "Live connections open now.",
		}, func() float64 { return float64(open()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "cairn_contests_due", Help: "Contests that run or are about to start, as the last look found them.",
		}, func() float64 { return float64(contests()) }),
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return m
}

// called counts an HTTP call.
func (m *metrics) called(route, method string, status int, took time.Duration) {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete:
	default:
		method = "other"
	}
	m.calls.WithLabelValues(route, method, strconv.Itoa(status)).Inc()
	m.callTime.WithLabelValues(route).Observe(took.Seconds())
}
