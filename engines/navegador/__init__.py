"""Navegador by Mac Gerdts: sail, found colonies, build and earn privileges in the age of discovery."""
