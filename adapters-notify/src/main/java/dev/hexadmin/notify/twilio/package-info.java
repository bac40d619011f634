/** Text messages over Twilio's REST interface, which other gateways speak too. */
package dev.hexadmin.notify.twilio;
