package server

import "strings"

// browsers and systems are what User-Agents name; the first that one holds is it, for browsers
// name those that they want to be taken for behind themselves.
var (
	browsers = [][2]string{{"cairn (", "Cairn"}, {"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"Firefox", "Firefox"}, {"FxiOS", "Firefox"}, {"Chrome", "Chrome"}, {"CriOS", "Chrome"}, {"Safari", "Safari"}}
	systems  = [][2]string{{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"CrOS", "ChromeOS"}, {"Windows", "Windows"}, {"Mac OS", "macOS"}, {"Linux", "Linux"}}
)

// deviceLabel is what a device is called in a list, such as "Firefox, Linux"; "" where its
// User-Agent says nothing known.
func deviceLabel(userAgent string) string {
	named := func(list [][2]string) string {
		for _, one := range list {
			if strings.Contains(userAgent, one[0]) {
				return one[1]
			}
		}
		return ""
	}
	browser, system := named(browsers), named(systems)
	if browser != "" && system != "" {
		return browser + ", " + system
	}
	return browser + system
}
