"""Files of pictures, sound and text in other tools' logs, as payloads of ours."""
