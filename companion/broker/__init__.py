"""What a table publishes at an MQTT broker, where one is set (docs/mqtt.md)."""
